// The engine in a Web Worker. A request runs to its end; to stop it, the page ends the
// worker and starts another one, which is immediate and needs no shared memory.

/** @type {Promise<{ask(request: string, progress: (text: string) => void): string}> | undefined} */
let desk;

self.onmessage = async ({ data }) => {
  if (data.open) {
    desk = open(data.open);
    desk.catch(() => {});
    return;
  }
  const { id, request } = data;
  try {
    if (!desk) throw new Error('the worker has no game');
    const ready = await desk;
    const reply = ready.ask(request, (text) => self.postMessage({ id, progress: text }));
    self.postMessage({ id, reply });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
};

/** @param {{script: string, module: WebAssembly.Module, game: string}} what */
async function open({ script, module, game }) {
  const bindings = await import(script);
  bindings.initSync({ module });
  return new bindings.Desk(game);
}
