import type { Plugin } from 'vite';

/** The cascade's layers, from the weakest to the strongest, as in `src/app/ui/styles/base.css`. */
const order = '@layer reset,tokens,base,controls,components;';

/**
 * Lets every built stylesheet say the order of the layers. The first stylesheet of a page fixes the order, and the bundler chooses which
 * one comes first: the style of a component that several parts share may come before `base.css`, and then the reset would win over the
 * components. The minifier removes the names of layers that the file does not define, so the order is added after minifying.
 */
export function layerOrder(): Plugin {
  return {
    name: 'otherwise:layer-order',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source);
        }
      },
    },
  };
}
