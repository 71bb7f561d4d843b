import { ORPCError } from '@orpc/client';
import { type CheckInDraft, checkInDraft, type ScheduleInput } from '@stridewell/contract/checkins';
import type { Answers, Question } from '@stridewell/contract/checkins.forms.rules';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { refresh, useChange } from '../../lib/changes.ts';
import { codeOf } from '../../lib/errors.ts';
import { withOfflineAnswer } from '../../lib/offline-answers.ts';
import type { Problem } from '../../lib/outbox.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import {
  type CheckInDraftKeeper,
  checkInDraftOf,
  checkInOutbox,
  DraftNewer,
  laneOf,
  type SentCheckIn,
  withPhotos,
} from './checkins.outbox.ts';
import type { PhotoPlace } from './photo-question.tsx';

/** Every screen that shows check-ins, their weights or when the next one is due. */
const CHECK_IN_KEYS = [
  orpc.checkins.key(),
  orpc.clients.key(),
  orpc.progress.key(),
  orpc.dashboard.key(),
  orpc.metrics.key(),
  orpc.notifications.key(),
  orpc.onboarding.key(),
];

const STALE_MS = 15_000;

export const checkInsQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.listCheckIns.queryOptions({ input: { coachId, clientId } }), staleTime: STALE_MS });

export const checkInFormQuery = () => {
  const query = orpc.checkins.getCheckInForm.queryOptions();
  return queryOptions({ ...query, queryFn: withOfflineAnswer(query.queryFn), staleTime: STALE_MS });
};

export const clientCheckInFormQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.checkins.getClientCheckInForm.queryOptions({ input: { coachId, clientId } }),
    staleTime: STALE_MS,
  });

export const dueClientsQuery = (coachId: string, q: string) =>
  queryOptions({
    ...orpc.checkins.listDueClients.queryOptions({ input: { coachId, q } }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });

export const templatesQuery = (coachId: string) =>
  queryOptions({ ...orpc.checkins.listTemplates.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const planQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.getCheckInPlan.queryOptions({ input: { coachId, clientId } }), staleTime: STALE_MS });

export const unreviewedQuery = (coachId: string) =>
  queryOptions({ ...orpc.checkins.listCheckInsToReview.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const reviewQuery = (coachId: string, checkInId: string) =>
  queryOptions({
    ...orpc.checkins.getReview.queryOptions({ input: { coachId, checkInId } }),
    staleTime: STALE_MS,
  });

export type Plan = Awaited<ReturnType<typeof rpc.checkins.getCheckInPlan>>;

type Answered = { id: string; templateId: string | null; version: number; answers: Answers };

export const ownCheckInsQuery = () =>
  queryOptions({ ...orpc.checkins.listOwnCheckIns.queryOptions(), staleTime: STALE_MS });

/** What the client has begun with any coach, as the server knows it. */
export const ownDraftsQuery = () =>
  queryOptions({ ...orpc.checkins.listOwnDrafts.queryOptions(), staleTime: STALE_MS, retry: false });

/** As forms read it. */
class NotSent extends Error {
  readonly code = 'NOT_SENT';
  readonly status = 422;
  readonly data: { problems: Record<string, string> };
  constructor({ message, fields }: Problem) {
    super(message);
    this.data = { problems: fields };
  }
}

/** What the client of this relationship has begun or sent, on this device. */
export function useOwnCheckIn(userId: string, place: PhotoPlace) {
  const outbox = checkInOutbox(userId);
  const keeper = checkInDraftOf(userId, place);
  const { items, waiting, full } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const draft = useSyncExternalStore(keeper.subscribe, keeper.getSnapshot);
  const sent = items.find(({ lane }) => lane === laneOf(place));
  const problem = sent?.problem ?? null;
  const error = useMemo(() => problem && new NotSent(problem), [problem]);
  return {
    ...draft,
    outbox,
    keeper,
    begun: sent?.content ?? draft.begun,
    isSending: sent !== undefined && problem === null,
    waiting,
    error,
    full: full || draft.full,
  };
}

/** What another device has saved, when that is why something was refused. */
function newerIn(error: unknown): CheckInDraft | null {
  if (!(error instanceof ORPCError) || error.code !== 'DRAFT_NEWER') return null;
  return checkInDraft.safeParse(error.data?.draft).data ?? null;
}

/** The coach is named, because the client may train with another one before this page knows of it. */
const forServer = ({ id, templateId, version, answers, basedOn }: SentCheckIn, coachId: string) => ({
  id,
  templateId,
  version,
  answers,
  basedOn,
  coachId,
});

/** Saves a draft of this person for their other devices. */
export const saveDraft =
  (userId: string, coachId: string) =>
  async (draft: SentCheckIn, signal: AbortSignal): Promise<{ savedAt: string }> => {
    try {
      return await rpc.checkins.saveCheckInDraft(forServer(draft, coachId), { signal, context: { userId } });
    } catch (error) {
      const newer = newerIn(error);
      throw newer ? new DraftNewer(newer, { cause: error }) : error;
    }
  };

/** Sends a check-in of this person. Where another device was ahead, nothing is lost and somebody is asked. */
export async function deliverCheckIn(
  client: QueryClient,
  userId: string,
  keeper: CheckInDraftKeeper,
  content: SentCheckIn,
  signal: AbortSignal,
): Promise<void> {
  try {
    await withPhotos(content.answers, async () => {
      signal.throwIfAborted();
      await rpc.checkins.submitCheckIn(forServer(content, keeper.place.coachId), { signal, context: { userId } });
    });
  } catch (error) {
    const newer = newerIn(error);
    if (newer) keeper.ask(newer);
    if (codeOf(error) !== 'SENT_BEFORE') throw error;
    const { basedOn: _basedOn, ...draft } = content;
    keeper.again(draft);
  }
  void refresh(client, CHECK_IN_KEYS);
}

export function useLogCheckIn(coachId: string, clientId: string) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(input: Answered & { day: string }) {
      await withPhotos(input.answers, () => rpc.checkins.logCheckIn({ coachId, clientId, ...input }));
    },
    onSuccess: () => refresh(client, CHECK_IN_KEYS),
  });
}

export const useSaveTemplate = (coachId: string) =>
  useChange(
    (input: { templateId: string; name: string; questions: Question[]; basedOn: number }) =>
      rpc.checkins.saveTemplate({ coachId, ...input }),
    [orpc.checkins.key()],
  );

export function useUpdateTemplate(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { templateId: string; archived?: boolean; isDefault?: boolean }) =>
      rpc.checkins.updateTemplate({ coachId, ...input }),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.checkins.key() }),
  });
}

export const useSetPlan = (coachId: string, clientId: string) =>
  useChange(
    (input: ScheduleInput & { templateId: string | null }) =>
      rpc.checkins.setCheckInPlan({ coachId, clientId, ...input }),
    CHECK_IN_KEYS,
  );

export function useReview(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { checkInId: string; reply: { id: string; body: string } | null }) =>
      rpc.checkins.reviewCheckIn({ coachId, ...input }),
    onSuccess(_answer, { reply }) {
      void client.invalidateQueries({ queryKey: orpc.checkins.key() });
      if (reply) void client.invalidateQueries({ queryKey: orpc.messages.key() });
    },
  });
}

export const useSaveQuickReplies = (coachId: string) =>
  useChange(
    (quickReplies: string[]) => rpc.checkins.saveQuickReplies({ coachId, quickReplies }),
    [orpc.checkins.listCheckInsToReview.key()],
  );
