#include "base/crew.h"

static const alea__crew one_process = {.size = 1, .leads = true};
static const alea__crew *the_crew = &one_process;

void alea__crew_use(const alea__crew *crew)
{
    the_crew = crew;
}

const alea__crew *alea__the_crew(void)
{
    return the_crew;
}

unsigned alea__crew_size(void)
{
    return the_crew->size;
}

bool alea__crew_leads(void)
{
    return the_crew->leads;
}

void alea__crew_share(void *data, size_t size)
{
    if (the_crew->size > 1) the_crew->share(data, size);
}

alea_status alea__crew_agree(alea_status status, alea_error *error)
{
    struct {
        alea_status status;
        alea_error error;
    } leads = {.status = status};
    if (error) leads.error = *error;
    alea__crew_share(&leads, sizeof leads);
    if (leads.status != ALEA_OK && error) *error = leads.error;
    return leads.status;
}
