import { Text } from '@mantine/core';
import type { AuditEntry } from '@stridewell/contract/audit';
import { factChanges } from './audit.wording.ts';

/** What an entry says about the state before and after, a line for each fact. */
export const FactLines = ({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) =>
  factChanges(entry).map(({ name, before, after }) => (
    <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}: {before === null ? after : `${after}, before ${before}`}
    </Text>
  ));
