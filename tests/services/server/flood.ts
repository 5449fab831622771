// Opens as many connections as it can, up to the second argument, to the port of the first, and holds them until its
// standard input ends. The third argument is sent over each. Started by connections_test.ts.
const [port, count] = Deno.args.slice(0, 2).map(Number) as [number, number];
const text = new TextEncoder().encode(Deno.args[2] ?? "");
const open: Deno.Conn[] = [];
let refused = 0;

async function openSome(most: number): Promise<void> {
  for (let i = 0; i < most; i++) {
    try {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      open.push(connection);
      if (text.length > 0) await connection.write(text);
    } catch {
      refused++;
    }
  }
}

await Promise.all(Array.from({ length: 50 }, () => openSome(count / 50)));
console.log(JSON.stringify({ open: open.length, refused }));
await Deno.stdin.read(new Uint8Array(1));
Deno.exit();
