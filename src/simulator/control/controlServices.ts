import type { NotificationDelivery } from '../notifications/notifier.ts';
import type { ProcessingService } from '../processing/processingService.ts';
import type { Venue } from '../venue.ts';
import type { World } from '../world.ts';
import type { FaultQueue } from './faultQueue.ts';

/** The parts of the simulator that the control side can act on. */
export interface ControlServices {
  readonly venue: Venue;
  readonly world: World;
  readonly payments: Pick<ProcessingService, 'configure' | 'deposit' | 'failNext' | 'payouts' | 'tokens' | 'world'>;
  readonly faults: FaultQueue;
  readonly deliveries: () => readonly NotificationDelivery[];
}
