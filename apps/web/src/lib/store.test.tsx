import { act, screen } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Store, useStore, useStoreLater } from './store.ts';

class Kinds extends Store<readonly string[]> {
  constructor() {
    super([]);
  }
  add(kind: string): void {
    if (!this.getSnapshot().includes(kind)) this.set([...this.getSnapshot(), kind]);
  }
}

const joined = (kinds: readonly string[]) => kinds.join(' ');

function Now({ kinds }: { kinds: Kinds }) {
  return <p>Kinds: {joined(useStore(kinds))}</p>;
}

function Later({ kinds }: { kinds: Kinds }) {
  return <p>Kinds: {useStoreLater(kinds, joined)}</p>;
}

/** Adds to the store while it is drawn. */
function Filling({ kinds, onDraw }: { kinds: Kinds; onDraw: () => void }) {
  onDraw();
  kinds.add('messages');
  return null;
}

it.each([
  ['again at once', Now, 2],
  ['once, and the change afterwards', Later, 1],
])('a page that fills a store while it is drawn is drawn %s', async (_what, Reader, drawings) => {
  const kinds = new Kinds();
  let drawn = 0;
  const page = (
    <>
      <Reader kinds={kinds} />
      <Filling kinds={kinds} onDraw={() => (drawn += 1)} />
    </>
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => startTransition(() => root.render(page)));
  expect(drawn).toBe(drawings);
  expect(screen.getByText('Kinds: messages')).toBeTruthy();
  await act(async () => kinds.add('workouts'));
  expect(screen.getByText('Kinds: messages workouts')).toBeTruthy();
  await act(async () => root.unmount());
});
