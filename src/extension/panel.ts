import { openApp } from '../app/open-app.ts';
import { TabHost } from './tab-host.ts';

const { app } = await openApp(new TabHost());
await app.load();
