import { call, CommandError, worded, type Wording } from '@helve/command';
import { currentService } from './current.ts';
import { endOf } from './lifecycle.ts';
import { post, type Waiting } from './post.ts';
import { PROTOCOL_VERSION, type ServiceAnswer, type ServiceRequest } from './protocol.ts';

/** Sends a request to the service of a home, which is started if it does not run. */
export async function callService(home: string, asked: ServiceRequest, waiting: Waiting): Promise<ServiceAnswer> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { service, warning } = await currentService(home);
    if (service.protocolVersion !== PROTOCOL_VERSION) {
      throw failed(`The service is of another version (${service.version})`);
    }
    const answered = await post(home, service, asked, waiting);
    if (answered !== 'not there') return warning === undefined ? answered : withWarning(answered, warning);
    await endOf(service);
  }
  throw failed('The service cannot be reached');
}

function withWarning(answered: ServiceAnswer, warning: Wording): ServiceAnswer {
  return answered.ok ? { ...answered, warnings: [...(answered.warnings ?? []), warning] } : answered;
}

function failed(message: string): CommandError {
  return new CommandError('SERVICE_FAILED', message, {
    hint: worded`Run: ${call('service restart')}`,
    retry: 'conditional',
  });
}
