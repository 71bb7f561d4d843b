import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { StoredMealPlan } from '@stridewell/contract/meals/meals';
import { readAllergies } from '@stridewell/contract/meals/meals.allergies.rules';
import { mealPlanPdfUrl } from '@stridewell/contract/meals/meals.files.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCalendarEvent,
  IconDotsVertical,
  IconFileTypePdf,
  IconHistory,
  IconPlus,
  IconSend,
  IconShoppingCart,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { refresh } from '../../lib/changes.ts';
import { download } from '../../lib/download.ts';
import { dayText, listText } from '../../lib/format.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { EditedTitle } from '../../shared/edited-title.tsx';
import { SaveConflict } from '../../shared/save-conflict.tsx';
import { SaveStatusText } from '../../shared/save-status.tsx';
import { useKeep } from '../../shared/use-keep.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { MealDay } from './meal-day.tsx';
import classes from './meal-grid.module.css';
import { gridArrows, gridClipboard, gridKeys } from './meals.clipboard.ts';
import { BuilderContext, useBuilder, useEditor } from './meals.context.ts';
import { MealPlanEditor } from './meals.editor.ts';
import { newDay } from './meals.edits.ts';
import { savePlan } from './meals.queries.ts';
import { PlanFacts } from './plan-facts.tsx';

const AssignDialog = late(async () => (await import('./assign-dialog.tsx')).AssignDialog);
const PushDialog = late(async () => (await import('./push-dialog.tsx')).PushDialog);
const DatesDialog = late(async () => (await import('./dates-dialog.tsx')).DatesDialog);
const VersionsDialog = late(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
const ShoppingDialog = late(async () => (await import('./shopping-dialog.tsx')).ShoppingDialog);

type MealPlanBuilderProps = {
  coachId: string;
  stored: StoredMealPlan;
  units: UnitSystem;
  /** How a drafted plan came about. */
  origin?: ReactNode;
};

/** The builder of a template or of a client's plan: days beside each other, saved as they are edited. */
export function MealPlanBuilder({ coachId, stored, units, origin }: MealPlanBuilderProps) {
  const queries = useQueryClient();
  const { id: planId, owner } = stored;
  const [editor] = useState(
    () => new MealPlanEditor(planId, stored, (plan, basedOn) => savePlan({ coachId, planId }, plan, basedOn)),
  );
  // The list shows names and lengths, which may have changed.
  useEffect(
    () => () => void editor.flush().then(() => refresh(queries, [orpc.meals.listMealPlans.key()])),
    [editor, queries],
  );
  useKeep(editor);
  const builder = useMemo(
    () => ({ coachId, editor, units, allergies: readAllergies(stored.allergies), target: stored.target }),
    [coachId, editor, units, stored.allergies, stored.target],
  );
  return (
    <BuilderContext value={builder}>
      <Stack gap="md">
        <Title stored={stored} />
        <Conflict planId={planId} />
        {origin}
        {owner && (
          <Muted>
            {owner.endDay === null
              ? `From ${dayOf(owner.startDay)}. The days repeat.`
              : `${dayOf(owner.startDay)} to ${dayOf(owner.endDay)}. The days repeat.`}{' '}
            {owner.clientName} sees changes at once.
          </Muted>
        )}
        <AllergyNotice names={stored.allergies} />
        <PlanFacts />
        <Grid />
      </Stack>
      <LeaveGuard />
    </BuilderContext>
  );
}

const dayOf = (day: string): string => dayText(day, { weekday: 'short', month: 'short', day: 'numeric' });

function AllergyNotice({ names }: { names: readonly string[] }) {
  const { allergies } = useBuilder();
  if (names.length === 0) return null;
  return (
    <Notice tone="warning">
      Allergies: {listText(names)}. Foods that have them, or may have them, are marked.
      {allergies.others.length > 0 &&
        ` Foods have no answers about ${listText(allergies.others)}, so only their names are checked.`}
    </Notice>
  );
}

function Conflict({ planId }: { planId: string }) {
  const { coachId, editor } = useBuilder();
  const isConflict = useEditor(({ status }) => status === 'conflict');
  if (!isConflict) return null;
  return (
    <SaveConflict
      load={() => rpc.meals.getMealPlan({ coachId, planId })}
      text="This meal plan was changed in another tab or on another device. The other version is kept under Versions."
      onKeep={({ version }) => void editor.overwrite(version)}
      onReplace={(latest) => editor.replace(latest)}
    />
  );
}

type Shown = 'assign' | 'push' | 'versions' | 'dates' | 'shopping';

function Title({ stored }: { stored: StoredMealPlan }) {
  const { coachId, editor } = useBuilder();
  const name = useEditor(({ plan }) => plan.name);
  const [dialog, setDialog] = useState<Shown | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { id: planId, owner } = stored;
  const close = () => setDialog(null);
  /** Assigns, compares and downloads the server's version. */
  const whenSaved = async (act: () => void) => {
    setSaving(true);
    await editor.flush();
    setSaving(false);
    if (!editor.isUnsaved) act();
  };
  const openSaved = (next: Shown) => void whenSaved(() => setDialog(next));
  return (
    <EditedTitle
      label="Name of the meal plan"
      value={name}
      maxLength={MEAL_BOUNDS.name}
      onCommit={(text) =>
        editor.edit((draft) => {
          draft.name = text;
        })
      }
      back={
        owner ? (
          <Anchor component={Link} to={`/coach/${coachId}/client/${owner.clientId}`} size="sm">
            {owner.clientName}
          </Anchor>
        ) : (
          <Anchor component={Link} to={`/coach/${coachId}/nutrition`} size="sm">
            Nutrition
          </Anchor>
        )
      }
    >
      <Group gap="sm">
        <LateMenu
          position="bottom-end"
          target={(button) => <IconButton {...button} label="More actions" icon={IconDotsVertical} />}
        >
          {(Menu) => (
            <>
              <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => openSaved('versions')}>
                Versions
              </Menu.Item>
              {owner === null && (
                <Menu.Item leftSection={<IconSend size={16} />} onClick={() => openSaved('push')}>
                  Update clients
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconFileTypePdf size={16} />}
                onClick={() => void whenSaved(() => download(mealPlanPdfUrl(coachId, planId)))}
              >
                Download as PDF
              </Menu.Item>
            </>
          )}
        </LateMenu>
        <Button
          variant="default"
          leftSection={<IconShoppingCart size={18} stroke={1.75} />}
          onClick={() => setDialog('shopping')}
        >
          Shopping list
        </Button>
        {owner === null ? (
          <Button leftSection={<IconUserPlus size={18} />} loading={isSaving} onClick={() => openSaved('assign')}>
            Assign
          </Button>
        ) : (
          <Button leftSection={<IconCalendarEvent size={18} />} onClick={() => setDialog('dates')}>
            Change dates
          </Button>
        )}
      </Group>
      {dialog === 'assign' && <AssignDialog coachId={coachId} planId={planId} name={name} onClose={close} />}
      {dialog === 'push' && <PushDialog coachId={coachId} planId={planId} version={editor.version} onClose={close} />}
      {dialog === 'versions' && <VersionsDialog planId={planId} onClose={close} />}
      {dialog === 'shopping' && <ShoppingDialog onClose={close} />}
      {dialog === 'dates' && owner && <DatesDialog coachId={coachId} planId={planId} owner={owner} onClose={close} />}
    </EditedTitle>
  );
}

function Grid() {
  const { editor } = useBuilder();
  const days = useEditor(({ plan }) => plan.days);
  const canUndo = useEditor((state) => state.canUndo);
  const canRedo = useEditor((state) => state.canRedo);
  const status = useEditor((state) => state.status);
  const problem = useEditor((state) => state.problem);
  return (
    <Stack gap="xs" onKeyDownCapture={gridArrows} onKeyDown={gridKeys(editor)} {...gridClipboard(editor)}>
      <Group gap="xs">
        <IconButton label="Undo" icon={IconArrowBackUp} disabled={!canUndo} onClick={() => editor.undo()} />
        <IconButton label="Redo" icon={IconArrowForwardUp} disabled={!canRedo} onClick={() => editor.redo()} />
        <SaveStatusText status={status} problem={problem} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the row scrolls sideways, so the keyboard has to reach it. */}
      <section className={classes.days} tabIndex={0} aria-label="Days of the plan">
        {days.map((day) => (
          <MealDay key={day.key} day={day} />
        ))}
      </section>
      <Group justify="space-between">
        <Muted>
          Type to add, like “200 g greek yogurt, 1 banana”.
          <Text span inherit visibleFrom="sm">
            {' '}
            Arrows move between foods and days. Copy, paste and delete work on the food, meal or day with the focus.
          </Text>
        </Muted>
        {days.length < MEAL_BOUNDS.days && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => editor.edit((draft) => void draft.days.push(newDay(`Day ${draft.days.length + 1}`)))}
          >
            Add day
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Asks only when leaving would lose something: what waits is saved on the way out. */
function LeaveGuard() {
  const isStuck = useEditor(({ status }) => status === 'refused' || status === 'conflict');
  return <UnsavedChanges unsaved={isStuck} />;
}
