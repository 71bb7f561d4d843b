import type { ReactNode } from 'react';
import { Muted } from './muted.tsx';

/** One entry of a `dl`: the name above its value. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <Muted component="dt">{label}</Muted>
    <dd>{children}</dd>
  </div>
);
