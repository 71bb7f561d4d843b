import type { ScheduleInput } from '@stridewell/contract/checkins';
import type { Answers, Question } from '@stridewell/contract/checkins.forms.rules';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { kept } from '../../lib/kept-answers.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { checkInOutboxOf, withPhotos } from './checkins.outbox.ts';

const STALE_MS = 15_000;

export const checkInsQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.listCheckIns.queryOptions({ input: { coachId, clientId } }), staleTime: STALE_MS });

export const checkInFormQuery = () => {
  const query = orpc.checkins.getCheckInForm.queryOptions();
  return queryOptions({ ...query, queryFn: kept(query.queryFn), staleTime: STALE_MS });
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
  queryOptions({ ...orpc.checkins.listUnreviewed.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const reviewQuery = (coachId: string, checkInId: string) =>
  queryOptions({
    ...orpc.checkins.getReview.queryOptions({ input: { coachId, checkInId } }),
    staleTime: STALE_MS,
  });

export type Plan = Awaited<ReturnType<typeof rpc.checkins.getCheckInPlan>>;

type Answered = { id: string; templateId: string | null; version: number; answers: Answers };

export const ownCheckInsQuery = () =>
  queryOptions({ ...orpc.checkins.listOwnCheckIns.queryOptions(), staleTime: STALE_MS });

/** What the client of this relationship has begun or sent, on this device. */
export function useCheckInOutbox({ coachId, clientId }: { coachId: string; clientId: string }) {
  const client = useQueryClient();
  const outbox = checkInOutboxOf(`${coachId}.${clientId}`, {
    save: (draft) => rpc.checkins.saveCheckInDraft(draft),
    async send(draft) {
      await rpc.checkins.submitCheckIn(draft);
      void client.invalidateQueries();
    },
  });
  return { outbox, ...useSyncExternalStore(outbox.subscribe, outbox.getSnapshot) };
}

export function useLogCheckIn(coachId: string, clientId: string) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(input: Answered & { day: string }) {
      await withPhotos(input.answers, () => rpc.checkins.logCheckIn({ coachId, clientId, ...input }));
    },
    onSuccess: () => client.invalidateQueries(),
  });
}

export function useSaveTemplate(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { templateId: string; name: string; questions: Question[]; basedOn: number }) =>
      rpc.checkins.saveTemplate({ coachId, ...input }),
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.checkins.key() }),
  });
}

export function useUpdateTemplate(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { templateId: string; archived?: boolean; isDefault?: boolean }) =>
      rpc.checkins.updateTemplate({ coachId, ...input }),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.checkins.key() }),
  });
}

export function useSetPlan(coachId: string, clientId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ScheduleInput & { templateId: string | null }) =>
      rpc.checkins.setCheckInPlan({ coachId, clientId, ...input }),
    onSuccess: () => client.invalidateQueries(),
  });
}

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

export function useSaveQuickReplies(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (quickReplies: string[]) => rpc.checkins.saveQuickReplies({ coachId, quickReplies }),
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.checkins.listUnreviewed.key() }),
  });
}
