import type { ProgramPhase } from '@stridewell/contract/programs/programs';
import { newPhase, newWeek } from '@stridewell/contract/programs/programs.create.rules';
import { PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { IconDots, IconPencil, IconPlus, IconStack2, IconTrash, IconTrendingUp } from '@tabler/icons-react';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import classes from './program-grid.module.css';
import { useBuilder, useEditor } from './programs.context.ts';
import { copyWeek, newKey } from './programs.edits.ts';

const PhaseDialog = late(async () => (await import('./phase-dialog.tsx')).PhaseDialog);

/** The name of a phase and what can be done with it. A program of one phase without a name shows only its actions. */
export function PhaseHead({ phase }: { phase: ProgramPhase }) {
  const { editor } = useBuilder();
  const [isEditing, setEditing] = useState(false);
  const weeks = useEditor(({ program }) => weeksOf(program).length);
  const phases = useEditor(({ program }) => program.phases.length);
  const index = useEditor(({ program }) => program.phases.findIndex(({ key }) => key === phase.key));
  const name = phase.name || (phases > 1 ? `Phase ${index + 1}` : '');
  const isFull = weeks >= PROGRAM_BOUNDS.weeks;
  const isLast = index === phases - 1;
  const isOver = (key: string | undefined) => key !== undefined && editor.isPast({ at: 'week', key });
  // A week among those that are over would move them.
  const canGrow = !isFull && (isLast || !isOver(phase.weeks.at(-1)?.key));
  const hasPast = phase.weeks.some(({ days }) => days.some(({ key }) => editor.past.days.has(key)));
  const addWeek = () => {
    const last = phase.weeks.at(-1);
    if (!last) return;
    const week = { ...copyWeek(last), deload: false };
    editor.edit((draft) => draft.phases.find(({ key }) => key === phase.key)?.weeks.push(week), {
      at: 'week',
      key: week.key,
    });
  };
  const addPhase = () => {
    const added = newPhase(newKey, [newWeek(newKey, phase.weeks.at(-1)?.days.length ?? 1)]);
    editor.edit((draft) => {
      draft.phases.splice(index + 1, 0, added);
    });
  };
  return (
    <div className={classes.phaseHead}>
      <h2 className={classes.phaseName}>{name || countLabel(phase.weeks.length, 'week')}</h2>
      {name && <span className={classes.minutes}>{countLabel(phase.weeks.length, 'week')}</span>}
      <LateMenu
        position="bottom-start"
        target={(button) => (
          <IconButton
            {...button}
            label={`Actions for ${name || 'all weeks'}`}
            icon={IconDots}
            iconSize={16}
            size="md"
          />
        )}
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconPlus size={16} />} disabled={!canGrow} onClick={addWeek}>
              Add week
            </Menu.Item>
            <Menu.Item leftSection={<IconTrendingUp size={16} />} onClick={() => setEditing(true)}>
              Phase settings
            </Menu.Item>
            <Menu.Item
              leftSection={<IconStack2 size={16} />}
              disabled={!canGrow || phases >= PROGRAM_BOUNDS.phases}
              onClick={addPhase}
            >
              Add phase after
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              disabled={phases === 1 || hasPast}
              onClick={() =>
                editor.edit((draft) => {
                  draft.phases.splice(index, 1);
                })
              }
            >
              Delete phase
            </Menu.Item>
          </>
        )}
      </LateMenu>
      {!phase.name && phases === 1 && (
        <IconButton label="Phase settings" icon={IconPencil} iconSize={16} size="md" onClick={() => setEditing(true)} />
      )}
      {isEditing && <PhaseDialog phase={phase} onClose={() => setEditing(false)} />}
    </div>
  );
}
