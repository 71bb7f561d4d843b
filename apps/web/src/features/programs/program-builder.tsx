import { Card, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { exerciseFinder } from '@stridewell/contract/exercises/exercises.names.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SaveStatusText } from '../../shared/save-status.tsx';
import { useKeep } from '../../shared/use-keep.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateDialog } from '../../ui/late.tsx';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { Inspector } from './inspector.tsx';
import classes from './program-builder.module.css';
import { KeyHints, ProgramGrid } from './program-grid.tsx';
import { BuilderContext, useBuilder, useEditor } from './programs.context.ts';
import type { ProgramEditor } from './programs.editor.ts';
import { exerciseIdsOf } from './programs.edits.ts';

const DetailsDrawer = lateDialog(async () => (await import('./details-drawer.tsx')).DetailsDrawer);

type ProgramBuilderProps = {
  editor: ProgramEditor;
  library: readonly Exercise[];
  units: UnitSystem;
  /** Above the grid: the name and what can be done with the program. */
  children: ReactNode;
};

/** The week grid of a program with the details of what is selected. */
export function ProgramBuilder({ editor, library, units, children }: ProgramBuilderProps) {
  const builder = useMemo(() => {
    const exercises = library.filter(({ hidden }) => !hidden);
    return {
      editor,
      units,
      exercises,
      byId: new Map(library.map((exercise) => [exercise.id, exercise])),
      find: exerciseFinder(exercises, () => exerciseIdsOf(editor.getSnapshot().program)),
    };
  }, [editor, library, units]);
  useKeep(editor);
  return (
    <BuilderContext value={builder}>
      <Stack gap="md">
        {children}
        <Group justify="space-between" gap="sm" className={classes.toolbar}>
          <Group gap="xs">
            <History />
            <Status />
          </Group>
          <KeyHints />
        </Group>
        <Workspace />
      </Stack>
      <LeaveGuard />
    </BuilderContext>
  );
}

function Status() {
  const status = useEditor((state) => state.status);
  const problem = useEditor((state) => state.problem);
  return <SaveStatusText status={status} problem={problem} />;
}

function History() {
  const { editor } = useBuilder();
  const canUndo = useEditor((state) => state.canUndo);
  const canRedo = useEditor((state) => state.canRedo);
  return (
    <Group gap={4}>
      <IconButton
        label="Undo"
        icon={IconArrowBackUp}
        disabled={!canUndo}
        bg="transparent"
        onClick={() => editor.undo()}
      />
      <IconButton
        label="Redo"
        icon={IconArrowForwardUp}
        disabled={!canRedo}
        bg="transparent"
        onClick={() => editor.redo()}
      />
    </Group>
  );
}

/** The grid with its details beside it; on phones the details open from a button. */
function Workspace() {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  if (isWide) {
    return (
      <div className={classes.workspace}>
        <ProgramGrid />
        <aside className={classes.side} aria-label="Details">
          <Card padding="md">
            <Inspector />
          </Card>
        </aside>
      </div>
    );
  }
  return (
    <>
      <ProgramGrid />
      <div className={classes.detailsButton}>
        <IconButton
          label="Show details"
          icon={IconAdjustmentsHorizontal}
          variant="filled"
          color="pine"
          size={52}
          radius="xl"
          onClick={() => setOpened(true)}
        />
      </div>
      <DetailsDrawer opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

/** Asks only when leaving would lose something: what waits is saved on the way out. */
function LeaveGuard() {
  const isStuck = useEditor(({ status }) => status === 'refused' || status === 'conflict');
  return <UnsavedChanges unsaved={isStuck} />;
}
