// A web server that compresses files with brotli, like most hosts. For measurements; the tests need no compression.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";

/** A host in front of another, which compresses what that one sends. */
export async function compressing(behind: string): Promise<{ address: string; server: Server }> {
    const known = new Map<string, { type: string; body: Buffer }>();
    const get = async (path: string): Promise<{ type: string; body: Buffer } | undefined> => {
        const answer = await fetch(new URL(path, behind));
        if (!answer.ok) return undefined;
        const body = brotliCompressSync(new Uint8Array(await answer.arrayBuffer()));
        return { type: answer.headers.get("content-type") ?? "application/octet-stream", body };
    };
    const server = createServer(async (request, response) => {
        const path = request.url ?? "/",
            file = known.get(path) ?? (await get(path));
        if (!file) return void response.writeHead(404).end();
        known.set(path, file);
        response.writeHead(200, { "content-type": file.type, "content-encoding": "br" }).end(file.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab/`, server };
}
