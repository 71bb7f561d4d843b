import { UnsentOwnFoods } from '../../features/foodlogs/unsent-own-foods.tsx';
import { openCoachesOf } from '../sending/unsent.ts';
import type { UnsentPartProps } from './part.ts';

export default function UnsentFoodsOfClient({ session, onCount }: UnsentPartProps) {
  return <UnsentOwnFoods userId={session.user.id} coachIds={openCoachesOf(session)} onCount={onCount} />;
}
