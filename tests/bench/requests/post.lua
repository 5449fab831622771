-- wrk: posts the body in the file BODY; where it says "__N__", every request has a number of its own.
local file = assert(io.open(os.getenv("BODY"), "rb"))
local body = file:read("*a")
file:close()
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
local at = string.find(body, "__N__", 1, true)
if at then
  local head, tail, n = string.sub(body, 1, at - 1), string.sub(body, at + 5), 0
  local seed = os.time()
  request = function()
    n = n + 1
    return wrk.format(nil, nil, nil, head .. seed .. "_" .. n .. tail)
  end
else
  wrk.body = body
end
