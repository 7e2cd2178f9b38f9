/** The page's engine, with the browser's stores for what it keeps. */
import { isSoftware } from '../src/app/platform/capabilities.ts';
import { cachePlace } from '../src/app/platform/hub-place.ts';
import { keptBudget } from '../src/app/platform/kept-budget.ts';
import { keptWeights } from '../src/app/platform/kept-weights.ts';
import { placesBelow } from '../src/engine/model/places.ts';
import { serve } from '../src/engine/worker/serve.ts';

// The app's root lies one folder above the worker, in development and in the build.
serve({ places: placesBelow(new URL('../', location.href)), isSoftware, keptWeights, keptBudget, hubPlace: cachePlace });
