import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { CLIENT_KEYS } from '../clients/clients.queries.ts';

export const recordQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.records.getClientRecord.queryOptions({ input: { coachId, clientId } }));

export const useSaveRecord = (coachId: string, clientId: string) =>
  useChange(
    (input: { version: number; record: ClientRecord }) => rpc.records.saveClientRecord({ coachId, clientId, ...input }),
    CLIENT_KEYS,
  );
