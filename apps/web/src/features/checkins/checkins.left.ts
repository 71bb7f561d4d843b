import type { CheckInDraft } from '@stridewell/contract/checkins';
import { type Answers, BUILT_IN_FORM, type Form, photosOfAnswers } from '@stridewell/contract/checkins.forms.rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { uploads } from '../../lib/file-upload.ts';
import type { Problem } from '../../lib/outbox.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { type Asked, checkInDraftsOf, checkInOutbox, laneOf } from './checkins.outbox.ts';
import { ownDraftsQuery } from './checkins.queries.ts';
import type { PhotoPlace } from './photo-question.tsx';

/** A check-in that goes nowhere as things are. */
export type LeftCheckIn = {
  id: string;
  coachId: string;
  /** Null when this device was never told. */
  coachName: string | null;
  form: Form | null;
  answers: Answers;
  writtenAt: string | null;
  /** Begun and not sent. */
  begun: boolean;
  /** Nobody but this device has it. */
  onlyHere: boolean;
  /** Why, where the coaching goes on. */
  hold: Problem | null;
};

/** Refused for now, while the coaching goes on: it can be tried again. */
const isOnHold = (problem: Problem | null): boolean => problem?.code === 'COACH_PLAN_FULL';

const formOf = ({ templateId, form }: Asked & Pick<CheckInDraft, 'templateId'>): Form | null =>
  form ?? (templateId === null ? BUILT_IN_FORM : null);

/**
 * What was sent or begun in a relationship that is not among the `open` ones any more, on this device or, begun, on
 * another one; what an open one does not take for now; and what was refused by another coach than the one whose pages
 * are to be seen, which tell of their own. Each is told once.
 */
export function useLeftCheckIns(
  userId: string,
  isClient: boolean,
  open: readonly PhotoPlace[],
  coachNow: string | undefined,
): LeftCheckIn[] {
  const outbox = checkInOutbox(userId);
  const { items } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const lanes = useMemo(() => new Set(open.map(laneOf)), [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was begun in a relationship is left with its end.
  const keepers = useMemo(() => checkInDraftsOf(userId), [userId, lanes]);
  const begun = useSyncExternalStore(
    (changed) => {
      const stops = keepers.map((keeper) => keeper.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => JSON.stringify(keepers.map((keeper) => keeper.getSnapshot().begun)),
  );
  const { data } = useQuery({ ...ownDraftsQuery(), enabled: isClient });
  return useMemo(() => {
    if (!isClient) return [];
    const onServer = new Map(data?.drafts.map((draft) => [draft.id, draft]));
    const isSent = new Set(items.map(({ id }) => id));
    const sent = items
      .map((item) => ({ ...item, coachId: item.lane.split('.')[0] ?? '' }))
      .filter(
        ({ lane, problem, coachId }) =>
          !lanes.has(lane) || isOnHold(problem) || (problem !== null && coachId !== coachNow),
      )
      .map((item) => ({
        content: item.content,
        coachId: item.coachId,
        begun: false,
        onlyHere: true,
        hold: lanes.has(item.lane) ? item.problem : null,
      }));
    const here = JSON.parse(begun) as ReturnType<(typeof keepers)[number]['getSnapshot']>['begun'][];
    const drafts = keepers.flatMap(({ place }, index) => {
      const content = here[index];
      if (!content || lanes.has(laneOf(place)) || isSent.has(content.id)) return [];
      return { content, coachId: place.coachId, begun: true, onlyHere: !content.saved, hold: null };
    });
    const isHere = new Set(drafts.map(({ content }) => content.id));
    const elsewhere = [...onServer.values()]
      .filter(
        ({ id, coachId }) => !open.some((place) => place.coachId === coachId) && !isSent.has(id) && !isHere.has(id),
      )
      .map(({ coachId, form, savedAt, ...draft }) => ({
        content: { ...draft, writtenAt: savedAt, ...(form && { form }) },
        coachId,
        begun: true,
        onlyHere: false,
        hold: null,
      }));
    return [...sent, ...drafts, ...elsewhere].map(({ content, ...rest }) => ({
      ...rest,
      id: content.id,
      coachName: content.coachName ?? onServer.get(content.id)?.coachName ?? null,
      form: formOf(content) ?? onServer.get(content.id)?.form ?? null,
      answers: content.answers,
      writtenAt: content.writtenAt ?? onServer.get(content.id)?.savedAt ?? null,
    }));
  }, [isClient, data, items, lanes, open, begun, keepers, coachNow]);
}

/** Tries again what was on hold, and its photos before it. */
export function retryCheckIn(userId: string, { id, answers }: Pick<LeftCheckIn, 'id' | 'answers'>): void {
  for (const { fileId } of photosOfAnswers(answers)) uploads.retry(fileId);
  checkInOutbox(userId).retry(id);
}

/** Deletes it wherever it is. */
export function useDiscardCheckIn(userId: string) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, answers }: LeftCheckIn) {
      const { drafts } = client.getQueryData(ownDraftsQuery().queryKey) ?? { drafts: [] };
      // First, so that nothing deleted here comes back from there.
      if (drafts.some((draft) => draft.id === id)) await rpc.checkins.deleteCheckInDraft({ draftId: id });
      for (const keeper of checkInDraftsOf(userId)) if (keeper.getSnapshot().begun?.id === id) keeper.discard();
      checkInOutbox(userId).discard(id);
      uploads.forget(photosOfAnswers(answers).map(({ fileId }) => fileId));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.checkins.listOwnDrafts.key() }),
  });
}
