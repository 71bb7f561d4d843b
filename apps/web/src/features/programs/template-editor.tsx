import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { StoredProgram } from '@stridewell/contract/programs/programs';
import { templatePdfUrl } from '@stridewell/contract/programs/programs.files.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import {
  IconDotsVertical,
  IconFileDownload,
  IconFileTypePdf,
  IconHistory,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { refresh } from '../../lib/changes.ts';
import { download } from '../../lib/download.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { EditedTitle } from '../../shared/edited-title.tsx';
import { SaveConflict } from '../../shared/save-conflict.tsx';
import { CommittedText } from '../../ui/committed-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { ProgramBuilder } from './program-builder.tsx';
import { useBuilder, useEditor } from './programs.context.ts';
import { ProgramEditor } from './programs.editor.ts';
import { saveTemplate } from './programs.queries.ts';

const AssignDialog = late(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const PushDialog = late(async () => (await import('./push-dialog.tsx')).PushDialog);
const VersionsDialog = late(async () => (await import('./versions-dialog.tsx')).VersionsDialog);

type TemplateEditorProps = {
  coachId: string;
  stored: StoredProgram;
  library: readonly Exercise[];
  units: UnitSystem;
  /** How the program came about. */
  origin: ReactNode;
};

/** The builder of a template: saved as it is edited, and assigned from here. */
export function TemplateEditor({ coachId, stored, library, units, origin }: TemplateEditorProps) {
  const queries = useQueryClient();
  const { id: programId, folder, tags } = stored;
  const [editor] = useState(
    () =>
      new ProgramEditor(programId, stored, (program, basedOn) =>
        saveTemplate({ coachId, programId }, { folder, tags }, program, basedOn),
      ),
  );
  // The list shows names and lengths, which may have changed.
  useEffect(
    () => () => void editor.flush().then(() => refresh(queries, [orpc.programs.listPrograms.key()])),
    [editor, queries],
  );
  return (
    <ProgramBuilder editor={editor} library={library} units={units}>
      <ProgramTitle
        back={
          <Anchor component={Link} to={`/coach/${coachId}/programs`} size="sm">
            Programs
          </Anchor>
        }
      >
        <TemplateActions coachId={coachId} programId={programId} />
      </ProgramTitle>
      {origin}
      <Conflict
        load={() => rpc.programs.getProgram({ coachId, programId })}
        kept="The other version is kept under Versions."
      />
      <ProgramFacts />
    </ProgramBuilder>
  );
}

/** The name of the program as a field, with what leads back and what can be done. */
export function ProgramTitle({ back, children }: { back: ReactNode; children: ReactNode }) {
  const { editor } = useBuilder();
  const name = useEditor(({ program }) => program.name);
  return (
    <EditedTitle
      label="Name of the program"
      value={name}
      maxLength={PROGRAM_BOUNDS.name}
      onCommit={(text) =>
        editor.edit((draft) => {
          draft.name = text;
        })
      }
      back={back}
    >
      {children}
    </EditedTitle>
  );
}

const FREQUENCIES = [1, 2, 3, 4, 5, 6, 7].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day a week' : `${days} days a week`,
}));

/** Days a week, split and description. */
function ProgramFacts() {
  const { editor } = useBuilder();
  const frequency = useEditor(({ program }) => program.frequency);
  const split = useEditor(({ program }) => program.split);
  const description = useEditor(({ program }) => program.description);
  return (
    <Group gap="sm" align="flex-start">
      <NativeSelect
        size="sm"
        aria-label="Days a week"
        data={FREQUENCIES}
        value={String(frequency)}
        onChange={({ currentTarget }) =>
          editor.edit((draft) => {
            draft.frequency = Number(currentTarget.value);
          })
        }
      />
      <CommittedText
        value={split}
        onCommit={(text) =>
          editor.edit((draft) => {
            draft.split = text;
          })
        }
      >
        {(field) => (
          <TextInput
            size="sm"
            aria-label="Split"
            placeholder="Split, like Upper-Lower"
            maxLength={PROGRAM_BOUNDS.split}
            {...field}
          />
        )}
      </CommittedText>
      <CommittedText
        value={description}
        onCommit={(text) =>
          editor.edit((draft) => {
            draft.description = text;
          })
        }
      >
        {(field) => (
          <TextInput
            size="sm"
            flex="1 1 280px"
            aria-label="Description"
            placeholder="What this program is for"
            maxLength={PROGRAM_BOUNDS.description}
            {...field}
          />
        )}
      </CommittedText>
    </Group>
  );
}

async function downloadCsv(editor: ProgramEditor): Promise<void> {
  const { downloadProgramCsv } = await import('./programs.files.ts');
  downloadProgramCsv(editor.getSnapshot().program);
}

function TemplateActions({ coachId, programId }: { coachId: string; programId: string }) {
  const { editor } = useBuilder();
  const [dialog, setDialog] = useState<'assign' | 'push' | 'versions' | null>(null);
  const [isSaving, setSaving] = useState(false);
  const close = () => setDialog(null);
  /** Assigns, compares and downloads the server's version. */
  const whenSaved = async (act: () => void) => {
    setSaving(true);
    await editor.flush();
    setSaving(false);
    if (!editor.isUnsaved) act();
  };
  const openSaved = (next: 'assign' | 'push' | 'versions') => whenSaved(() => setDialog(next));
  return (
    <Group gap="sm">
      <LateMenu
        position="bottom-end"
        target={(button) => <IconButton {...button} label="More actions" icon={IconDotsVertical} />}
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => void openSaved('versions')}>
              Versions
            </Menu.Item>
            <Menu.Item leftSection={<IconSend size={16} />} onClick={() => void openSaved('push')}>
              Update clients
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileTypePdf size={16} />}
              onClick={() => void whenSaved(() => download(templatePdfUrl(coachId, programId)))}
            >
              Download as PDF
            </Menu.Item>
            <Menu.Item leftSection={<IconFileDownload size={16} />} onClick={() => void downloadCsv(editor)}>
              Download as CSV
            </Menu.Item>
          </>
        )}
      </LateMenu>
      <Button leftSection={<IconUserPlus size={18} />} loading={isSaving} onClick={() => void openSaved('assign')}>
        Assign
      </Button>
      {dialog === 'assign' && (
        <AssignDialog coachId={coachId} programId={programId} program={editor.getSnapshot().program} onClose={close} />
      )}
      {dialog === 'push' && <PushDialog coachId={coachId} programId={programId} onClose={close} />}
      {dialog === 'versions' && <VersionsDialog coachId={coachId} programId={programId} onClose={close} />}
    </Group>
  );
}

type ConflictProps = {
  load: () => Promise<{ program: StoredProgram['program']; version: number }>;
  /** Says what happens to the other version when this one is kept. */
  kept: string;
};

/** Shown when another tab or device saved first. Nothing is lost until the coach has chosen. */
export function Conflict({ load, kept }: ConflictProps) {
  const { editor } = useBuilder();
  const isConflict = useEditor(({ status }) => status === 'conflict');
  if (!isConflict) return null;
  return (
    <SaveConflict
      load={load}
      text={`This program was changed in another tab or on another device. ${kept}`}
      onKeep={({ version }) => void editor.overwrite(version)}
      onReplace={(latest) => editor.replace(latest)}
    />
  );
}
