/** What Draft.js takes a page for: the name of Node's own world. */
Object.assign(globalThis, { global: globalThis });
export {};
