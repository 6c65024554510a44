#pragma once
/* Definitions among which the linker chooses: the replacements that the files here define for other rooms. The test
   minimal/build checks this list against the objects of both libraries; nothing else may be defined twice. */
// clang-format off
#define MINIMAL_TWINS(TWIN) \
    /* minimal/no_contest_store.c */ \
    TWIN(alea__store_close) TWIN(alea__store_find) TWIN(alea__store_keep) TWIN(alea__store_keep_pairs) \
    TWIN(alea__store_number) TWIN(alea__store_open) TWIN(alea__store_pairs) \
    /* minimal/no_sandbox.c */ \
    TWIN(alea__arena_free) TWIN(alea__arena_open) TWIN(alea__arena_play) TWIN(alea__python_judge) \
    TWIN(alea_sandbox_open) \
    /* minimal/no_unit_journal.c */ \
    TWIN(alea__unit_journal_claim) TWIN(alea__unit_journal_close) TWIN(alea__unit_journal_find) \
    TWIN(alea__unit_journal_keep) TWIN(alea__unit_journal_open) TWIN(alea__unit_journal_release) \
    /* minimal/no_yaml.c */ \
    TWIN(alea__metadata_clear) TWIN(alea__metadata_read) \
    /* minimal/program/no_kit_zip.c */ \
    TWIN(cli_zip_write) \
    /* minimal/program/no_line_editor.c */ \
    TWIN(line_editor_close) TWIN(line_editor_open) TWIN(line_editor_read) TWIN(line_editor_release) \
    TWIN(line_editor_remember) TWIN(line_editor_resume) \
    /* minimal/ui/no_notebook.c */ \
    TWIN(alea_notebook_add) TWIN(alea_notebook_answer) TWIN(alea_notebook_cards_free) TWIN(alea_notebook_delete) \
    TWIN(alea_notebook_due) TWIN(alea_notebook_export) TWIN(alea_notebook_free) TWIN(alea_notebook_history_free) \
    TWIN(alea_notebook_open) TWIN(alea_notebook_read) \
    /* minimal/ui/no_pictures.c */ \
    TWIN(alea__add_picture) TWIN(alea__plot_draw) TWIN(alea_sweeps_plot) TWIN(alea_view_stats_plot)
// clang-format on
