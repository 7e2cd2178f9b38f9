/**
 * Runs in the engine's worker before anything of its own and does harm when told to (`engine-faults.ts`). Where wanted,
 * the adapter says it is hardware, so that `auto` takes it; the device is the browser's own and is really destroyed or
 * really given invalid work.
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
      Object.defineProperty(adapter, 'info', {
        value: { ...told, vendor: 'hardware', architecture: 'x', description: 'hardware', isFallbackAdapter: false },
      });
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

  // No memory to be had: neither for arrays worth the name nor for the heap of the runtime.
  let full = false;
  const Real = Float32Array;
  globalThis.Float32Array = new Proxy(Real, {
    construct(target, parameters) {
      if (full && parameters[0] > 256) throw new RangeError('Array buffer allocation failed');
      return Reflect.construct(target, parameters);
    },
  });
  Real.prototype.constructor = globalThis.Float32Array;
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (full) throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
    return grow.call(this, pages);
  };

  // Stands still, deaf to everything, once it has told that a stage of loading begins.
  let hold;
  const tell = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...others) {
    tell.call(this, message, ...others);
    if (hold === undefined || message?.argumentList?.[0]?.value?.kind !== hold) return;
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    Atomics.wait(new Int32Array(buffer), 0, 0);
  };

  const channel = new BroadcastChannel('faults');
  channel.onmessage = ({ data }) => {
    if (data === 'lose-device') devices.at(-1)?.destroy();
    else if (data === 'invalid-work') devices.at(-1)?.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    else if (data === 'die') self.close();
    else if (data === 'throw') throw new Error('An error nobody caught.');
    else if (data === 'fill-memory') full = true;
    else if (typeof data.hold === 'string') hold = data.hold;
    else if (typeof data.slow === 'number') slow = data.slow;
  };
  // Whoever is there may have a standing order for every engine that begins.
  channel.postMessage('begun');
}
