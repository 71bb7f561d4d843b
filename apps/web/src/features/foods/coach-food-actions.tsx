import { Button, Group, NativeSelect } from '@mantine/core';
import type { CoachFood } from '@stridewell/contract/foods/foods';
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { coachFoodsQuery, useDeleteCoachFood, useMarkCoachFood, useMergeCoachFoods } from './foods.coach-queries.ts';

type CoachFoodActionsProps = { coachId: string; food: CoachFood; onEdit: () => void; onClose: () => void };

/** Actions of a coach on a food. */
export function CoachFoodActions({ coachId, food, onEdit, onClose }: CoachFoodActionsProps) {
  const { id, name, own, changed, hidden, favorite, recipe } = food;
  const noun = recipe ? 'recipe' : 'food';
  const [asking, setAsking] = useState<'remove' | 'merge' | null>(null);
  const mark = useMarkCoachFood(coachId);
  // With promises, because the toast outlives this dialog and with it the callbacks of `mutate`.
  const setMarks = (marks: { hidden?: boolean; favorite?: boolean }, done: () => void) =>
    void mark
      .mutateAsync({ foodId: id, ...marks })
      .then(done, (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')));
  const toggleHidden = () =>
    setMarks({ hidden: !hidden }, () => {
      toast.success(hidden ? `${name} is back in your foods` : `${name} is hidden`, undefined, {
        label: 'Undo',
        run: () => setMarks({ hidden }, () => toast.success('Undone')),
      });
      onClose();
    });
  const toggleFavorite = () =>
    setMarks({ favorite: !favorite }, () =>
      toast.success(favorite ? `${name} is no longer a favorite` : `${name} is a favorite`),
    );
  return (
    <Group gap="sm">
      <Button leftSection={<IconPencil size={18} stroke={1.75} />} onClick={onEdit}>
        {`Edit ${noun}`}
      </Button>
      <Button
        variant="default"
        leftSection={favorite ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.75} />}
        loading={mark.isPending}
        onClick={toggleFavorite}
      >
        {favorite ? 'Remove from favorites' : 'Add to favorites'}
      </Button>
      <Button
        variant="default"
        leftSection={hidden ? <IconEye size={18} stroke={1.75} /> : <IconEyeOff size={18} stroke={1.75} />}
        loading={mark.isPending}
        onClick={toggleHidden}
      >
        {`${hidden ? 'Show' : 'Hide'} ${noun}`}
      </Button>
      {own && !recipe && (
        <Button
          variant="default"
          leftSection={<IconArrowMerge size={18} stroke={1.75} />}
          onClick={() => setAsking('merge')}
        >
          Merge duplicate
        </Button>
      )}
      {(own || changed) && (
        <Button
          variant="subtle"
          color="red"
          leftSection={own ? <IconTrash size={18} stroke={1.75} /> : <IconArrowBackUp size={18} stroke={1.75} />}
          onClick={() => setAsking('remove')}
        >
          {own ? `Delete ${noun}` : 'Restore original'}
        </Button>
      )}
      {!own && !changed && <Muted>An edit changes it for you only.</Muted>}
      {asking === 'remove' && (
        <RemoveDialog coachId={coachId} food={food} onDone={onClose} onClose={() => setAsking(null)} />
      )}
      {asking === 'merge' && <MergeDialog coachId={coachId} food={food} onClose={() => setAsking(null)} />}
    </Group>
  );
}

type DialogProps = { coachId: string; food: CoachFood; onClose: () => void };

function RemoveDialog({
  coachId,
  food: { id, name, own, recipe },
  onDone,
  onClose,
}: DialogProps & { onDone: () => void }) {
  const remove = useDeleteCoachFood(coachId);
  const noun = recipe ? 'recipe' : 'food';
  const removed = () => {
    toast.success(own ? `${recipe ? 'Recipe' : 'Food'} deleted` : 'Original restored');
    onDone();
  };
  return (
    <ConfirmDialog
      title={own ? `Delete ${name}?` : `Restore the original of ${name}?`}
      confirmLabel={own ? `Delete ${noun}` : 'Restore original'}
      cancelLabel={own ? `Keep ${noun}` : 'Keep my version'}
      action={remove}
      fallback="Nothing was changed. Please try again."
      // The question shows a failure itself.
      onConfirm={() => void remove.mutateAsync(id).then(removed, () => undefined)}
      onClose={onClose}
    >
      {own
        ? `It is deleted for good. Plans that have it show its name without numbers; hide the ${noun} to keep them.`
        : 'Your changes to this food are deleted.'}
    </ConfirmDialog>
  );
}

/** Chooses the duplicate among the coach's own foods, which are few. */
function MergeDialog({ coachId, food, onClose }: DialogProps) {
  const [duplicateId, setDuplicateId] = useState('');
  const query = useInfiniteQuery(coachFoodsQuery(coachId, { show: 'own' }));
  const merge = useMergeCoachFoods(coachId);
  const own =
    query.data?.pages.flatMap(({ foods }) => foods).filter((one) => one.own && !one.recipe && one.id !== food.id) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const merged = () => {
    toast.success('Foods merged', food.name);
    onClose();
  };
  const confirm = () => void merge.mutateAsync({ foodId: food.id, duplicateId }).then(merged, () => undefined);
  return (
    <ConfirmDialog
      title={`Merge a duplicate into ${food.name}?`}
      confirmLabel="Merge foods"
      action={merge}
      fallback="Nothing was changed. Please try again."
      disabled={duplicateId === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="Duplicate"
        description={`${food.name} keeps its values. The duplicate leaves your list. Plans and recipes with it count with ${food.name}, and logs stay as they were entered.`}
        data={[
          { value: '', label: own.length > 0 || query.isPending ? 'Choose a food' : 'You have no other food' },
          ...own.map(({ id, name, brand }) => ({ value: id, label: [name, brand].filter(Boolean).join(', ') })),
        ]}
        value={duplicateId}
        onChange={({ currentTarget }) => setDuplicateId(currentTarget.value)}
      />
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more foods
        </Button>
      )}
    </ConfirmDialog>
  );
}
