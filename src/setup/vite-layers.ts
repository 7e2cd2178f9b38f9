import type { Plugin } from 'vite';

/** The cascade's layers, from the weakest to the strongest, as in `src/app/ui/styles/base.css`. */
const order = '@layer reset,tokens,base,controls,components;';

/**
 * Lets every built stylesheet say the order of the layers. The first one of a page fixes it, and which one that is is the bundler's choice:
 * the style of a component that several parts share may come before `base.css`, and then the reset would win over the components. The
 * minifier takes the order of layers that are not in the same file out again, so it is put in after it.
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
