import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from '@stridewell/contract/router';
import { CLIENT_INFO } from './product.ts';

const link = new OpenAPILink(contract, {
  url: () => window.location.origin,
  headers: { 'x-client-info': CLIENT_INFO },
});

type Client = JsonifiedClient<ContractRouterClient<typeof contract>>;

/** The procedures of the server, typed by the contract. */
export const rpc: Client = createORPCClient(link);

/** The same as query and mutation options. */
export const orpc = createTanstackQueryUtils(rpc);
