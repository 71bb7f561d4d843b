import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { type Answers, BUILT_IN_FORM, type Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { uploads } from '../../device/file-upload.ts';
import type { Problem } from '../../device/outbox.ts';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { useStore } from '../../lib/store.ts';
import {
  checkInOutbox,
  type Draft,
  type DraftContext,
  laneOf,
  listDraftStores,
  photoIdsOf,
  type RelationshipIds,
} from './checkins.outbox.ts';
import { ownDraftsQuery } from './checkins.queries.ts';

/** A check-in that cannot be delivered: the coaching has ended, or the coach takes none for now. */
export type UndeliveredCheckIn = {
  id: string;
  coachId: string;
  /** Null when this device does not know the coach's name. */
  coachName: string | null;
  form: Form | null;
  answers: Answers;
  writtenAt: string | null;
  /** Never submitted. */
  isDraft: boolean;
  /** No other device and no server has it. */
  onlyHere: boolean;
  /** The refusal, while the coaching continues. */
  hold: Problem | null;
};

/** Refused for now while the coaching continues, so it can be sent later. */
const isOnHold = (problem: Problem | null): boolean => problem?.code === 'COACH_PLAN_FULL';

const formOf = ({ templateId, form }: DraftContext & Pick<CheckInDraft, 'templateId'>): Form | null =>
  form ?? (templateId === null ? BUILT_IN_FORM : null);

/**
 * Undelivered check-ins of every coach, each once: sent or drafted for a coaching that is not among the `open` ones,
 * or refused by a coach other than the current one. The current coach's pages show their own refusals.
 */
export function useUndeliveredCheckIns(
  userId: string,
  isClient: boolean,
  open: readonly RelationshipIds[],
  currentCoachId: string | undefined,
): UndeliveredCheckIn[] {
  const outbox = checkInOutbox(userId);
  const { items } = useStore(outbox);
  const lanes = useMemo(() => new Set(open.map(laneOf)), [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a coaching that ends adds its drafts to the list.
  const stores = useMemo(() => listDraftStores(userId), [userId, lanes]);
  const storedDrafts = useSyncExternalStore(
    (changed) => {
      const stops = stores.map((store) => store.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => JSON.stringify(stores.map((store) => store.getSnapshot().draft)),
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
          !lanes.has(lane) || isOnHold(problem) || (problem !== null && coachId !== currentCoachId),
      )
      .map(({ content, coachId, lane, problem }) => ({
        content,
        coachId,
        isDraft: false,
        onlyHere: true,
        hold: lanes.has(lane) ? problem : null,
      }));
    const here = JSON.parse(storedDrafts) as (Draft | null)[];
    const drafts = stores.flatMap(({ relationship }, index) => {
      const content = here[index];
      if (!content || lanes.has(laneOf(relationship)) || isSent.has(content.id)) return [];
      return { content, coachId: relationship.coachId, isDraft: true, onlyHere: !content.saved, hold: null };
    });
    const isHere = new Set(drafts.map(({ content }) => content.id));
    const elsewhere = [...onServer.values()]
      .filter(({ id, coachId }) => !open.some((one) => one.coachId === coachId) && !isSent.has(id) && !isHere.has(id))
      .map(({ coachId, form, savedAt, ...draft }) => ({
        content: { ...draft, writtenAt: savedAt, ...(form && { form }) },
        coachId,
        isDraft: true,
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
  }, [isClient, data, items, lanes, open, storedDrafts, stores, currentCoachId]);
}

/** Sends a refused check-in again, after its photos. */
export function retryCheckIn(userId: string, { id, answers }: Pick<UndeliveredCheckIn, 'id' | 'answers'>): void {
  for (const fileId of photoIdsOf(answers)) uploads.retry(fileId);
  checkInOutbox(userId).retry(id);
}

/** Deletes a check-in from the server and from this device. */
export function useDiscardCheckIn(userId: string) {
  const client = useQueryClient();
  return useChange(
    async ({ id, answers }: UndeliveredCheckIn) => {
      const { drafts } = client.getQueryData(ownDraftsQuery().queryKey) ?? { drafts: [] };
      // The server comes first, so that its copy cannot restore what is deleted here.
      if (drafts.some((draft) => draft.id === id)) await rpc.checkins.deleteCheckInDraft({ draftId: id });
      for (const store of listDraftStores(userId)) if (store.getSnapshot().draft?.id === id) store.discard();
      checkInOutbox(userId).discard(id);
      uploads.forget(photoIdsOf(answers));
    },
    [orpc.checkins.listOwnDrafts.key()],
  );
}
