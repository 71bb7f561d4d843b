import { Anchor, Button, Group, Text } from '@mantine/core';
import type { AuditSearchEntry } from '@stridewell/contract/audit/audit';
import { AUDIT_ACTIONS } from '@stridewell/contract/audit/audit.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { product } from '../../lib/product.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { chainCheckQuery } from './audit.queries.ts';
import type { AuditPageSearch } from './audit.search.ts';
import { actorName, checkText } from './audit.wording.ts';
import classes from './audit-log.module.css';
import { FactLines } from './fact-lines.tsx';

/** One entry of any chain: what happened, who did it to which account, and its place in the log. */
export function AuditRow({ entry }: { entry: AuditSearchEntry }) {
  const timeZone = useTimeZone();
  const { action, at, actorPerson, chainPerson, chainId, clientId, network, seq, hash } = entry;
  const isOwnChain = actorPerson?.id === chainId;
  return (
    <li className={classes.entry}>
      <Group justify="space-between" gap={4} align="baseline">
        <Text fw={500}>{AUDIT_ACTIONS[action]}</Text>
        <Muted>{momentLabel(at, timeZone)}</Muted>
      </Group>
      <Muted>
        By <Find search={{ by: actorPerson?.email }}>{actorName(entry, product.name)}</Find>
        {!isOwnChain && (
          <>
            , in the log of{' '}
            <Find search={{ about: chainPerson?.email ?? chainId }}>{chainPerson?.name ?? chainId}</Find>
          </>
        )}
        {network && (
          <>
            , from the network <Find search={{ network }}>{network}</Find>
          </>
        )}
      </Muted>
      <FactLines entry={entry} />
      <div className={classes.place}>
        <Muted>
          Entry {seq}, hash {hash.split('.').at(-1)?.slice(0, 12)}
        </Muted>
        {clientId && (
          <Muted>
            <Find search={{ clientId }}>All about this client</Find>
          </Muted>
        )}
        <ChainCheck chainId={chainId} />
      </div>
    </li>
  );
}

/** A word that leads to the entries it has in common with others. */
const Find = ({ search, children }: { search: AuditPageSearch; children: string }) =>
  Object.values(search).every((value) => value === undefined) ? (
    children
  ) : (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link to="/operator/audit-log" search={search} {...props} />}
    >
      {children}
    </Anchor>
  );

/** Checks the hashes of the entry's chain when asked. */
function ChainCheck({ chainId }: { chainId: string }) {
  const [isAsked, setAsked] = useState(false);
  const { data, isFetching, isError } = useQuery({ ...chainCheckQuery(chainId), enabled: isAsked });
  if (data) {
    return (
      <Text size="sm" role="status" {...(data.problems.length > 0 && { className: classes.alarm })}>
        {checkText(data)}
      </Text>
    );
  }
  return (
    <>
      {isError && <Text size="sm">The chain could not be checked.</Text>}
      <Button variant="subtle" size="compact-xs" loading={isFetching} onClick={() => setAsked(true)}>
        Verify this chain
      </Button>
    </>
  );
}
