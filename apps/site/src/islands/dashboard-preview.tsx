import { DashboardPreview } from '@stridewell/web/features/site/landing-demo.tsx';
import { island } from '../parts/island.tsx';

export default island(DashboardPreview);
