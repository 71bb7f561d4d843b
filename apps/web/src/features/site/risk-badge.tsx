import { IconAlertTriangle, IconCircleCheck, IconTrendingDown } from '@tabler/icons-react';
import classes from './risk-badge.module.css';

export type RiskLevel = 'high' | 'moderate' | 'low';

const ICONS = { high: IconAlertTriangle, moderate: IconTrendingDown, low: IconCircleCheck };

/** A client's risk of leaving. Icon and word say it without the colour. */
export function RiskBadge({ level, label }: { level: RiskLevel; label: string }) {
  const Icon = ICONS[level];
  return (
    <span className={classes.badge} data-level={level}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
