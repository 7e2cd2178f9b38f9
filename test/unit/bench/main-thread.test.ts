import { expect, it } from 'vitest';
import { tasksBeside, type TraceEvent } from '../../bench/main-thread.ts';

const on = (tid: number, name: string, more: Partial<TraceEvent> = {}): TraceEvent => ({ name, ph: 'X', pid: 1, tid, ts: 0, ...more });

it('tells the tasks of the marked thread, the longest first, each part without what is inside it', () => {
  const data = { functionName: 'read', url: 'http://host/assets/app.js', lineNumber: 3, columnNumber: 7 };
  const events = [
    on(1, 'mark', { ph: 'I', ts: 5 }),
    on(2, 'RunTask', { ts: 0, dur: 90_000 }),
    // Their order in a trace says nothing.
    on(1, 'Layout', { ts: 130_000, dur: 10_000 }),
    on(1, 'FunctionCall', { ts: 110_000, dur: 50_000, args: { data } }),
    on(1, 'RunTask', { ts: 100_000, dur: 70_000, tdur: 40_000 }),
    on(1, 'MinorGC', { ts: 115_000, dur: 5_000, args: { data: {} } }),
    on(1, 'RunTask', { ts: 0, dur: 2_000, tdur: 1_000 }),
    on(1, 'EventDispatch', { ts: 500, dur: 1_500, args: { data: { type: 'click' } } }),
  ];
  expect(tasksBeside(events, 'mark')).toEqual([
    { wall: 70, cpu: 40, parts: { 'FunctionCall read app.js:3:7': 35, RunTask: 20, Layout: 10, MinorGC: 5 } },
    { wall: 2, cpu: 1, parts: { 'EventDispatch click': 1.5, RunTask: 0.5 } },
  ]);
  expect(() => tasksBeside(events, 'other')).toThrow(/no mark/u);
});
