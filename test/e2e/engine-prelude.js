/**
 * Runs in the engine's worker before anything of its own and does harm when told to (`engine-faults.ts`). Where wanted, the adapter says it is
 * hardware, so that `auto` takes it; the device is the browser's own and is really destroyed or really given invalid work.
 */
{
  const devices = [];
  const { gpu } = navigator;
  const request = gpu?.requestAdapter.bind(gpu);
  if (request && globalThis.posesAsHardware) {
    gpu.requestAdapter = async (options) => {
      const adapter = await request(options);
      if (adapter === null) return null;
      const { info } = adapter;
      const told = {};
      for (const key in info) told[key] = info[key];
      Object.defineProperty(adapter, 'info', { value: { ...told, vendor: 'hardware', architecture: 'x', description: 'hardware', isFallbackAdapter: false } });
      const requestDevice = adapter.requestDevice.bind(adapter);
      adapter.requestDevice = async (descriptor) => {
        const device = await requestDevice(descriptor);
        devices.push(device);
        return device;
      };
      return adapter;
    };
  }

  let slow = 0;
  // The engine sends itself a message after every run of the graph, to let others in between.
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      const send = this.port2.postMessage.bind(this.port2);
      this.port2.postMessage = (message) => {
        if (slow > 0) setTimeout(() => send(message), slow);
        else send(message);
      };
    }
  };

  new BroadcastChannel('faults').onmessage = ({ data }) => {
    if (data === 'lose-device') devices.at(-1)?.destroy();
    else if (data === 'invalid-work') devices.at(-1)?.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    else if (data === 'die') self.close();
    else if (data === 'throw') throw new Error('An error nobody caught.');
    else slow = data.slow;
  };
}
