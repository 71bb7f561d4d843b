import { Text } from '@mantine/core';
import type { AuditEntry } from '@stridewell/contract/audit/audit';
import { useTimeZone } from '../../lib/time-zone.ts';
import { factChanges } from './audit.wording.ts';

/** Facts of an entry before and after the change, one line each. */
export function FactLines({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const timeZone = useTimeZone();
  return factChanges(entry, timeZone).map(({ name, before, after }) => (
    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}: {before === null ? after : `${after}, before ${before}`}
    </Text>
  ));
}
