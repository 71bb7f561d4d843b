import { Badge } from '@mantine/core';
import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';

const LOOKS: Readonly<Record<RiskLevel, { color?: string; Icon: typeof IconClock }>> = {
  'High Risk': { color: 'red', Icon: IconAlertTriangle },
  'Moderate Risk': { color: 'yellow', Icon: IconClock },
  'On Track': { Icon: IconCheck },
};

/** The risk level of a client, which never stands by colour alone. Only a risk has a fill. */
export function RiskBadge({ level }: { level: RiskLevel | null }) {
  if (level === null) return <Badge color="gray">Not scored</Badge>;
  const { color, Icon } = LOOKS[level];
  return (
    <Badge {...(color ? { color } : { variant: 'transparent', px: 0 })} leftSection={<Icon size={13} stroke={2} />}>
      {level}
    </Badge>
  );
}
