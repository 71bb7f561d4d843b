import type { NutritionWay } from '@stridewell/contract/people.rules';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const ownWayQuery = () => queryOptions(orpc.ways.getOwnWay.queryOptions());

export const useSetOwnNumbers = () =>
  useChange((hidden: boolean) => rpc.ways.setOwnNumbers({ hidden }), [orpc.ways.key(), orpc.audit.key()]);

export const clientWayQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.ways.getClientWay.queryOptions({ input: { coachId, clientId } }));

type WayChange = { way?: NutritionWay; numbersHidden?: boolean; glp1?: boolean };

export const useSetClientWay = (coachId: string, clientId: string) =>
  useChange(
    (change: WayChange) => rpc.ways.setClientWay({ coachId, clientId, ...change }),
    [orpc.ways.key(), orpc.targets.key()],
  );

export const useSaveScopeOfPractice = (coachId: string) =>
  useChange((prescribes: boolean) => rpc.ways.saveScopeOfPractice({ coachId, prescribes }), [orpc.ways.key()]);
