import { IconAlertTriangle, IconCircleCheck, IconTrendingDown } from '@tabler/icons-react';
import classes from './risk-badge.module.css';

export type RiskLevel = 'high' | 'moderate' | 'low';

const ICONS = { high: IconAlertTriangle, moderate: IconTrendingDown, low: IconCircleCheck };

/** How likely somebody is to leave, told by icon and word so that it does not hang on the colour. */
export function RiskBadge({ level, label }: { level: RiskLevel; label: string }) {
  const Icon = ICONS[level];
  return (
    <span className={classes.badge} data-level={level}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
