import type { ManifestOptions } from 'vite-plugin-pwa';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const plain = ['text/plain', 'text/markdown', 'application/json'];

/** The installed app. Paths are relative to the manifest, so a sub-path works. */
export const webManifest: Partial<ManifestOptions> = {
  id: './',
  name: 'Otherwise',
  short_name: 'Otherwise',
  description: 'Several rewrites of a sentence that keep its meaning and differ from each other, made on your own machine.',
  lang: 'en',
  dir: 'ltr',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f6f4ef',
  theme_color: '#f6f4ef',
  categories: ['productivity', 'utilities', 'education'],
  // Files come by POST alone; the service worker takes them (`src/app/platform/shared.ts`).
  share_target: {
    action: './share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: [...plain, WORD, '.txt', '.md', '.markdown', '.docx', '.otherwise'] }],
    },
  },
  file_handlers: [
    {
      action: './',
      accept: { 'application/json': ['.otherwise'], 'text/plain': ['.txt'], 'text/markdown': ['.md', '.markdown'], [WORD]: ['.docx'] },
    },
  ],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: 'screenshots/desktop-light.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'A sentence and its rewrites',
    },
    { src: 'screenshots/phone-light.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'On a phone' },
  ],
};
