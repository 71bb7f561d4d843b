import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc } from '../lib/rpc.ts';

/** Clients in the list of a dialog; more are found by typing. */
const CLIENTS_SHOWN = 50;

/** Clients by name, for what chooses some of them. */
export const choosableClientsQuery = (coachId: string, q: string) =>
  queryOptions({
    ...orpc.clients.listClients.queryOptions({ input: { coachId, limit: CLIENTS_SHOWN, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  });
