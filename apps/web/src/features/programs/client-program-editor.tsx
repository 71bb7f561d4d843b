import { Anchor, Badge, Button, Group } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ClientProgram, Program, ProgramDraft } from '@stridewell/contract/programs/programs';
import { pastOf } from '@stridewell/contract/programs/programs.past.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgramBuilder } from './program-builder.tsx';
import { useBuilder, useEditor } from './programs.context.ts';
import { ProgramEditor } from './programs.editor.ts';
import { saveDraft, useDiscardDraft, usePublishDraft } from './programs.queries.ts';
import { Conflict, ProgramTitle } from './template-editor.tsx';

const PublishDialog = late(async () => (await import('./publish-dialog.tsx')).PublishDialog);

type ClientProgramEditorProps = {
  coachId: string;
  clientName: string;
  current: ClientProgram;
  draft: ProgramDraft | null;
  library: readonly Exercise[];
  units: UnitSystem;
  today: string;
  /** How the draft came about. */
  origin: ReactNode;
  /** After publishing or discarding. */
  onDone: () => void;
};

/** Names the backup of the changes of a client's program on this device. */
export const backupName = (current: ClientProgram, draft: ProgramDraft | null): string =>
  `${current.id}.${draft?.programVersion ?? current.version}`;

/** The program of one client. Changes are saved as a draft, and the client sees them once they are published. */
export function ClientProgramEditor(props: ClientProgramEditorProps) {
  const { coachId, clientName, current, draft, library, units, today, origin, onDone } = props;
  const key = { coachId, clientProgramId: current.id };
  const [editor] = useState(() => {
    const stored = draft ?? { program: current.program, version: 0 };
    const programVersion = draft?.programVersion ?? current.version;
    return new ProgramEditor(
      backupName(current, draft),
      stored,
      (program, basedOn) => saveDraft({ ...key, programVersion }, program, basedOn),
      (program) => pastOf(current, program, today),
    );
  });
  return (
    <ProgramBuilder editor={editor} library={library} units={units}>
      <ProgramTitle
        back={
          <Anchor component={Link} to={`/coach/${coachId}/client/${current.clientId}`} size="sm">
            {clientName}
          </Anchor>
        }
      >
        <DraftActions clientName={clientName} current={current} coachId={coachId} onDone={onDone} />
      </ProgramTitle>
      {origin}
      {draft && draft.programVersion !== current.version && (
        <Notice tone="warning">
          The program was updated after you began these changes, so they cannot be published. Discard them to continue
          from the new version.
        </Notice>
      )}
      <Conflict load={() => loadDraft(coachId, current)} kept="If you keep yours, the other one is replaced." />
    </ProgramBuilder>
  );
}

/** The latest draft, or what the client follows when it was discarded or published meanwhile. */
async function loadDraft(
  coachId: string,
  { id, clientId }: ClientProgram,
): Promise<{ program: Program; version: number }> {
  const { current, draft } = await rpc.programs.getClientPrograms({ coachId, clientId });
  if (draft?.clientProgramId === id) return draft;
  if (current?.id !== id) throw new Error('the program has ended');
  return { program: current.program, version: 0 };
}

type DraftActionsProps = Pick<ClientProgramEditorProps, 'coachId' | 'clientName' | 'current' | 'onDone'>;

function DraftActions({ coachId, clientName, current, onDone }: DraftActionsProps) {
  const { editor } = useBuilder();
  const program = useEditor((state) => state.program);
  const publish = usePublishDraft(coachId);
  const discard = useDiscardDraft(coachId);
  const [dialog, setDialog] = useState<'publish' | 'discard' | null>(null);
  const isChanged = program !== current.program;
  const openPublish = async () => {
    await editor.flush();
    if (!editor.isUnsaved) setDialog('publish');
  };
  const send = () =>
    publish.mutateAsync({ clientProgramId: current.id, draftVersion: editor.version }).then(
      () => {
        toast.success('Program updated', `${clientName} sees the new version now.`);
        onDone();
      },
      () => undefined,
    );
  return (
    <Group gap="sm">
      {isChanged && <Badge color="yellow">Not published</Badge>}
      <Button variant="default" disabled={!isChanged} onClick={() => setDialog('discard')}>
        Discard changes
      </Button>
      <Button disabled={!isChanged} onClick={() => void openPublish()}>
        Publish changes
      </Button>
      <ConfirmDialog
        opened={dialog === 'discard'}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        action={discard}
        fallback="Your changes are still here. Please try again."
        onConfirm={() => {
          editor.forget();
          discard.mutateAsync(current.id).then(onDone, () => undefined);
        }}
        onClose={() => setDialog(null)}
      >
        {clientName} keeps the program as it is now.
      </ConfirmDialog>
      {dialog === 'publish' && (
        <PublishDialog
          clientName={clientName}
          from={current.program}
          to={program}
          publish={publish}
          onConfirm={send}
          onClose={() => setDialog(null)}
        />
      )}
    </Group>
  );
}
