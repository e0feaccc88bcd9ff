// A plain file server on 127.0.0.1: what any web host does.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** @param {string} folder @param {{port?: number, types?: boolean}} [options] */
export function serve(folder, { port = 0, types = true } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    let size;
    try {
      size = statSync(file).size;
    } catch {
      response.writeHead(404).end('not found');
      return;
    }
    const type = types || extname(file) !== '.wasm' ? TYPES[extname(file)] : undefined;
    response.writeHead(200, { 'content-length': size, 'content-type': type ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
    ),
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { url } = await serve(process.argv[2] ?? 'dist/site', { port: Number(process.argv[3] ?? 8080) });
  console.log(`the studio is at ${url} (Ctrl-C ends it)`);
}
