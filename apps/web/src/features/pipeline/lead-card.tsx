import { Text } from '@mantine/core';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { isOpenLead } from '@stridewell/contract/pipeline/pipeline.rules';
import { money, onDayInSentence } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';

/** Lines below the name on the card of a lead. */
export function LeadCard({ lead, today }: { lead: Lead; today: string }) {
  const { source, valueCents, currency, followUpOn, status } = lead;
  const facts = [source, valueCents !== null && money(valueCents, currency)].filter(Boolean).join(', ');
  return (
    <>
      {facts && <Muted>{facts}</Muted>}
      {followUpOn && isOpenLead(status) && (
        <Text size="sm" c={followUpOn < today ? 'var(--risk-high-text)' : 'dimmed'}>
          Follow up {onDayInSentence(followUpOn, today)}
        </Text>
      )}
    </>
  );
}
