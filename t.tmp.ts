import { openModel } from './src/cli/tools.ts';
const t0=Date.now();
const e = await openModel(process.argv[2]!, 1, {hub: process.argv[3], onProgress: (p)=>console.error(JSON.stringify(p))});
console.log(e.name, e.hash, Date.now()-t0, (e.model as any).isShared, (e.model as any).marks && {...(e.model as any).marks, reserved: e.model.reserved.size});
console.log(e.pieces.encode('We had a very good time.'), e.pieces.encode(' time'), e.pieces.encode('time'), e.pieces.encode('We had a very good time.').map(i=>e.pieces.pieceText(i)), e.pieces.decode(e.pieces.encode('We had a </s> good time.')));
await e.dispose();
