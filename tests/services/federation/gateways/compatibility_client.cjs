// Stands in for the client of the compatibility tests, whose addresses are fixed.
const { PRODUCTS_URL, ROUTER_URL } = process.env;

async function graphqlRequest(url, body, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return await response.json();
}
exports.productsRequest = (body, headers) => graphqlRequest(PRODUCTS_URL, body, headers);
exports.routerRequest = (body, headers) => graphqlRequest(ROUTER_URL, body, headers);
