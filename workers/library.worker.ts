/** The package's engine: that of the page, with the files that lie in the package. */
import { isSoftware } from '../src/app/platform/capabilities.ts';
import { cachePlace } from '../src/app/platform/hub-place.ts';
import { keptBudget } from '../src/app/platform/kept-budget.ts';
import { keptWeights } from '../src/app/platform/kept-weights.ts';
import { serve } from '../src/engine/worker/serve.ts';
import { packagedPlaces } from './packaged-files.ts';

serve({ places: packagedPlaces, namesFolders: true, isSoftware, keptWeights, keptBudget, hubPlace: cachePlace });
