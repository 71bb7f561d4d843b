import type { Program } from '@stridewell/contract/programs/programs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProgram } from '../../../../../packages/contract/test/programs.ts';
import type { SaveOutcome } from '../../device/autosave.ts';
import { Backup } from '../../device/backup.ts';
import { BACKUP_PREFIX } from '../../device/keys.ts';
import { ProgramEditor, programSchema } from './programs.editor.ts';

const program = aProgram({ Push: { Bench: [{}] } });
const onDevice = new Backup<unknown>(`${BACKUP_PREFIX}p1`, (value) => value);
const rename = (name: string) => (draft: Program) => {
  draft.name = name;
};

/** An editor with a server that answers what the test says, and what was sent to it. */
function open(...outcomes: SaveOutcome['outcome'][]) {
  const sent: { name: string; basedOn: number }[] = [];
  let version = 1;
  const editor = new ProgramEditor('p1', { program, version }, async ({ name }, basedOn) => {
    sent.push({ name, basedOn });
    const outcome = outcomes.shift() ?? 'saved';
    if (outcome === 'refused') return { outcome, problem: 'Too many programs.' };
    if (outcome !== 'saved') return { outcome };
    version += 1;
    return { outcome, version };
  });
  return { editor, sent, status: () => editor.getSnapshot().status };
}

beforeEach(async () => {
  await programSchema.load();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
});

describe('a program that is edited', () => {
  it('is saved once after a pause, and is kept on the device until then', async () => {
    const { editor, sent, status } = open();
    editor.edit(rename('One'));
    editor.edit(rename('Two'));
    expect(status()).toBe('waiting');
    editor.keep();
    expect(onDevice.read()).toMatchObject({ basedOn: 1, program: { name: 'Two' } });
    await vi.runAllTimersAsync();
    expect(sent).toEqual([{ name: 'Two', basedOn: 1 }]);
    expect(status()).toBe('saved');
    expect(onDevice.read()).toBeUndefined();
  });

  it('is saved again with what was changed during the save', async () => {
    const { editor, sent } = open();
    editor.edit(rename('One'));
    const saving = editor.flush();
    editor.edit(rename('Two'));
    await saving;
    expect(sent).toEqual([
      { name: 'One', basedOn: 1 },
      { name: 'Two', basedOn: 2 },
    ]);
  });

  it('is tried again while the server cannot be reached', async () => {
    const { editor, sent, status } = open('failed', 'failed');
    editor.edit(rename('One'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(status()).toBe('failed');
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(3);
    expect(status()).toBe('saved');
  });

  it('says why it is refused, and is saved once that is corrected', async () => {
    const { editor, sent, status } = open();
    editor.edit((draft) => {
      draft.frequency = 8;
    });
    await vi.runAllTimersAsync();
    expect(status()).toBe('refused');
    expect(editor.getSnapshot().problem).toBe('Please enter 7 or less');
    expect(sent).toEqual([]);
    editor.undo();
    await vi.runAllTimersAsync();
    expect(status()).toBe('saved');
  });

  it('stays as it is when it was changed elsewhere, until one version is chosen', async () => {
    const { editor, sent, status } = open('conflict');
    editor.edit(rename('Mine'));
    await vi.runAllTimersAsync();
    expect(status()).toBe('conflict');
    editor.edit(rename('Mine, longer'));
    await vi.runAllTimersAsync();
    expect(status()).toBe('conflict');
    expect(sent).toHaveLength(1);
    await editor.overwrite(7);
    expect(sent.at(-1)).toEqual({ name: 'Mine, longer', basedOn: 7 });
    expect(status()).toBe('saved');
  });

  it('takes the other version on request', async () => {
    const { editor, status } = open('conflict');
    editor.edit(rename('Mine'));
    await vi.runAllTimersAsync();
    editor.replace({ program: { ...program, name: 'Theirs' }, version: 7 });
    expect(editor.getSnapshot()).toMatchObject({ program: { name: 'Theirs' }, canUndo: false });
    expect(status()).toBe('saved');
    expect(onDevice.read()).toBeUndefined();
  });

  it('goes back and forward in steps', () => {
    const { editor } = open();
    editor.edit(rename('One'));
    editor.edit(rename('Two'));
    editor.undo();
    expect(editor.getSnapshot()).toMatchObject({ program: { name: 'One' }, canUndo: true, canRedo: true });
    editor.redo();
    expect(editor.getSnapshot().program.name).toBe('Two');
  });
});

describe('after a crash', () => {
  it('what was not saved is there again and gets saved', async () => {
    onDevice.write({ basedOn: 1, program: { ...program, name: 'Unsaved' } });
    const { editor, sent, status } = open();
    expect(editor.getSnapshot().program.name).toBe('Unsaved');
    await vi.runAllTimersAsync();
    expect(sent).toEqual([{ name: 'Unsaved', basedOn: 1 }]);
    expect(status()).toBe('saved');
  });

  it('what was edited while a save was under way is based on that save', async () => {
    const sent = { ...program, name: 'One' };
    const edited = { ...program, name: 'Two' };
    onDevice.write({ basedOn: 1, program: edited, sent });
    const [known, foreign] = [sent, { ...program, name: 'Theirs' }].map((saved) => {
      const editor = new ProgramEditor('p1', { program: saved, version: 2 }, async () => ({ outcome: 'failed' }));
      const { name } = editor.getSnapshot().program;
      editor.forget();
      onDevice.write({ basedOn: 1, program: edited, sent });
      return name;
    });
    expect(known).toBe('Two');
    expect(foreign).toBe('Theirs');
  });

  it.each([
    ['of an older version', { basedOn: 0, program: { ...program, name: 'Old' } }],
    ['that is no program', { basedOn: 1, program: { name: 'Broken' } }],
    ['of another shape', 'text'],
  ])('a backup %s is not used', (_, backup) => {
    onDevice.write(backup);
    expect(open().editor.getSnapshot().program.name).toBe(program.name);
  });
});
