import { render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Autosave, LateSchema } from './autosave.ts';

const note = z.object({ text: z.string() });
type Note = z.infer<typeof note>;

/** Keeps an edit on the device that was not saved. */
async function leaveBackup(): Promise<void> {
  const schema = new LateSchema<Note>(async () => note);
  const editor = autosave(schema);
  editor.edit((draft) => {
    draft.text = 'from before';
  });
  editor.keep();
  await editor.flush();
}

const autosave = (schema: LateSchema<Note>) =>
  new Autosave<Note>({
    name: 'n1',
    field: 'note',
    schema,
    saved: { content: { text: 'saved' }, version: 1 },
    save: async () => ({ outcome: 'conflict' }),
  });

function Editor({ schema }: { schema: LateSchema<Note> }) {
  const [editor] = useState(() => autosave(schema));
  return <p>{editor.state.content.text}</p>;
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message || this.props.children;
  }
}

const open = (schema: LateSchema<Note>) =>
  render(
    <Boundary>
      <Suspense fallback="loading">
        <Editor schema={schema} />
      </Suspense>
    </Boundary>,
  );

describe('an editor whose schema has not loaded', () => {
  beforeEach(() => window.localStorage.clear());

  it('opens on a backup once it has', async () => {
    await leaveBackup();
    open(new LateSchema<Note>(async () => note));
    expect(screen.getByText('loading')).toBeTruthy();
    expect(await screen.findByText('from before')).toBeTruthy();
  });

  it('does not wait for it without a backup', () => {
    const load = vi.fn(async () => note);
    open(new LateSchema<Note>(load));
    expect(screen.getByText('saved')).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
  });

  it('fails with it, and opens after the next attempt', async () => {
    await leaveBackup();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn(async () => note).mockRejectedValueOnce(new Error('no connection'));
    const schema = new LateSchema<Note>(load);
    const { unmount } = open(schema);
    expect(await screen.findByText('no connection')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    unmount();
    await schema.prepareFor('n1');
    open(schema);
    expect(screen.getByText('from before')).toBeTruthy();
  });
});
