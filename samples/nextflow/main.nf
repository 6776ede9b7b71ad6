// Measures a folder of recordings, each as a task of its own, into one table of readings.
//   nextflow run main.nf --recordings videos --results tables
params.recordings = 'recordings'
params.results = 'results'

process MEASURE {
    tag "${recording.name}"
    cpus 1

    input:
    path recording

    output:
    path 'readings.csv'

    script:
    // 1 is a recording without a reading: its rows say why. A file that cannot be read ends with 2, and has a row with the error.
    """
    heartcam measure --csv --store none -- ${recording} > readings.csv || [ \$? -le 2 ]
    """
}

workflow {
    recordings = Channel.fromPath("${params.recordings}/**.{mp4,mov,mkv,avi,webm,csv}")
    MEASURE(recordings).collectFile(name: 'readings.csv', keepHeader: true, storeDir: params.results, sort: true)
}
