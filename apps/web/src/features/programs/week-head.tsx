import { Badge } from '@mantine/core';
import type { ProgramWeek } from '@stridewell/contract/programs/programs';
import { newDay } from '@stridewell/contract/programs/programs.create.rules';
import { PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { IconArrowBarDown, IconCopy, IconDots, IconPlus, IconTrash, IconZzz } from '@tabler/icons-react';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import type { MenuParts } from '../../ui/panel-menu.tsx';
import classes from './program-grid.module.css';
import { useBuilder, useEditor, usePlace } from './programs.context.ts';
import type { ProgramEditor } from './programs.editor.ts';
import { applyToFollowing, copyWeek, deleteWeek, findWeek, newKey } from './programs.edits.ts';

/** Adds a copy of a week after it. A program has a limit of weeks. */
function duplicateWeek(editor: ProgramEditor, weekKey: string): void {
  const { program } = editor.getSnapshot();
  const week = findWeek(program, weekKey)?.week;
  if (!week) return;
  if (weeksOf(program).length >= PROGRAM_BOUNDS.weeks) {
    toast.error(`A program can have up to ${PROGRAM_BOUNDS.weeks} weeks`);
    return;
  }
  const copy = copyWeek(week);
  editor.edit(
    (draft) => {
      const weeks = findWeek(draft, weekKey)?.phase.weeks;
      weeks?.splice(weeks.findIndex(({ key }) => key === weekKey) + 1, 0, copy);
    },
    { at: 'week', key: copy.key },
  );
}

/** Adds a copy of a week after the last one, because the weeks after one that is over have their dates. */
function copyToEnd(editor: ProgramEditor, week: ProgramWeek): void {
  const copy = copyWeek(week);
  editor.edit((draft) => void draft.phases.at(-1)?.weeks.push(copy), { at: 'week', key: copy.key });
}

/** Writes a week into those after it in its phase, which undo takes back. */
function fillFollowing(editor: ProgramEditor, weekKey: string): void {
  if (!editor.edit((draft) => applyToFollowing(draft, weekKey, editor.past))) return;
  toast.success('Copied to the following weeks', 'Their earlier content was replaced. You can undo it.');
}

type WeekHeadProps = { week: ProgramWeek; number: number; isPast: boolean };

/** The name of a week and what can be done with it. */
export function WeekHead({ week, number, isPast }: WeekHeadProps) {
  const { editor } = useBuilder();
  const place = usePlace({ at: 'week', key: week.key });
  const isFull = useEditor(({ program }) => weeksOf(program).length >= PROGRAM_BOUNDS.weeks);
  const hasFollowing = useEditor(({ program }) => {
    const weeks = findWeek(program, week.key)?.phase.weeks ?? [];
    const following = weeks.slice(weeks.findIndex(({ key }) => key === week.key) + 1);
    return following.some(({ days }) => days.some(({ key }) => !editor.past.days.has(key)));
  });
  const isBegun = week.days.some(({ key }) => editor.past.days.has(key));
  return (
    <div className={classes.weekHead}>
      <button
        type="button"
        className={classes.weekName}
        aria-label={`Week ${number}${week.deload ? ', deload' : ''}`}
        {...place}
      >
        Week {number}
      </button>
      {isPast && (
        <Badge size="sm" variant="light" color="gray">
          Past
        </Badge>
      )}
      {week.deload && (
        <Badge size="sm" variant="light" color="gray">
          Deload
        </Badge>
      )}
      <LateMenu
        position="bottom-start"
        target={(button) => (
          <IconButton
            {...button}
            label={`Actions for week ${number}`}
            icon={IconDots}
            iconSize={16}
            size="md"
            tabIndex={-1}
          />
        )}
      >
        {(Menu) => (
          <>
            {isPast ? (
              <Menu.Item leftSection={<IconCopy size={16} />} disabled={isFull} onClick={() => copyToEnd(editor, week)}>
                Copy to the end
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicateWeek(editor, week.key)}>
                Duplicate
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconArrowBarDown size={16} />}
              disabled={!hasFollowing}
              onClick={() => fillFollowing(editor, week.key)}
            >
              {isPast ? 'Apply to the coming weeks' : 'Apply to the following weeks'}
            </Menu.Item>
            {!isPast && <WeekEdits parts={Menu} week={week} isBegun={isBegun} />}
          </>
        )}
      </LateMenu>
    </div>
  );
}

/** Menu of a week. A week with past days cannot be deleted. */
function WeekEdits({ parts: Menu, week, isBegun }: { parts: MenuParts; week: ProgramWeek; isBegun: boolean }) {
  const { editor } = useBuilder();
  const isOnly = useEditor(({ program }) => weeksOf(program).length === 1);
  return (
    <>
      <Menu.Item
        leftSection={<IconPlus size={16} />}
        disabled={week.days.length >= PROGRAM_BOUNDS.days}
        onClick={() =>
          editor.edit((draft) => {
            const days = findWeek(draft, week.key)?.week.days;
            days?.push(newDay(newKey, `Day ${days.length + 1}`));
          })
        }
      >
        Add day
      </Menu.Item>
      <Menu.Item
        leftSection={<IconZzz size={16} />}
        onClick={() =>
          editor.edit((draft) => {
            const found = findWeek(draft, week.key)?.week;
            if (found) found.deload = !found.deload;
          })
        }
      >
        {week.deload ? 'Not a deload week' : 'Mark as deload week'}
      </Menu.Item>
      <Menu.Item
        color="red"
        disabled={isOnly || isBegun}
        leftSection={<IconTrash size={16} />}
        onClick={() => editor.edit((draft) => void deleteWeek(draft, week.key))}
      >
        Delete week
      </Menu.Item>
    </>
  );
}
