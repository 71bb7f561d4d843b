import { Text } from '@mantine/core';
import { OPERATOR_ROLE_TEXTS, type OperatorRole } from '@stridewell/contract/operator/operator.rules';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

/** Rights of the signed-in operator, in words. */
export const OwnRole = ({ role }: { role: OperatorRole }) => (
  <SectionCard title={OPERATOR_ROLE_TEXTS[role].label}>
    <Text mb="xs">{OPERATOR_ROLE_TEXTS[role].may}</Text>
    <Muted>An admin can give you another role.</Muted>
  </SectionCard>
);
